import { Button } from '@mantine/core'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { download } from '../../../api/client/client.ts'
import { type DomainList, useDomains } from '../../../api/domains.ts'
import { type Over, overOf } from '../../../shell/address/over.ts'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { useAction } from '../../../shell/action/use-action.ts'
import { BusyButton } from '../../../ui/button/busy-button.tsx'
import { saveFile } from '../../../ui/file/save-file.ts'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import {
  type Address,
  home,
  hrefOfDialog,
  hrefOfView,
  readAddress,
} from './domain/domain-address.ts'
import { DomainDialogs } from './dialogs/domain-dialogs.tsx'
import { DomainFilters } from './table/domain-filters.tsx'
import { DomainTable } from './table/domain-table.tsx'
import { describeTotals } from './domain/domain-text.ts'
import styles from './my-domains-screen.module.css'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('My Domains')

export default function MyDomainsScreen() {
  const { at } = useParams()
  const { search, state } = useLocation()
  const address = readAddress({ at, search, over: overOf(state) })
  return address ? <MyDomains {...address} /> : <Navigate to={home} replace />
}

function MyDomains({ view, dialog, domainId }: Address) {
  const list = useDomains(view)
  const over = { over: hrefOfView(view) }
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <div>
          <h1>My Domains</h1>
          <Totals list={list.data} failed={list.isError} />
        </div>
        <HeadActions over={over} />
      </div>
      <DomainFilters view={view} counts={list.data?.counts} />
      <DomainTable view={view} query={list} over={over} />
      <DomainDialogs dialog={dialog} domainId={domainId} />
    </div>
  )
}

function Totals({ list, failed }: { list: DomainList | undefined; failed: boolean }) {
  if (!list && failed) return null
  return (
    <p className={styles.totals} aria-busy={!list}>
      {list ? describeTotals(list) : <SkeletonBar width={280} height={16} />}
    </p>
  )
}

function HeadActions({ over }: { over: Over }) {
  const exporting = useAction(() => download('GET /domains/export', {}), {
    what: 'Download your domains',
    onDone: ({ name, content }) => saveFile(name, content),
  })
  return (
    <div className={styles.actions}>
      <BusyButton
        variant="subtle"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        busy={exporting.busy}
        onClick={() => void exporting.act()}
      >
        Export CSV
      </BusyButton>
      <Button
        component={Link}
        to={hrefOfDialog('import')}
        state={over}
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden="true" />}
      >
        Import list
      </Button>
      <Button
        component={Link}
        to={hrefOfDialog('add')}
        state={over}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
      >
        Add Domain
      </Button>
    </div>
  )
}
