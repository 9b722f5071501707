import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBarRight,
  IconArrowBarToRight,
  IconCertificate,
  IconDots,
  IconEdit,
  IconEye,
  type Icon,
  IconRefresh,
  IconRosetteDiscountCheck,
  IconServer,
  IconTrash,
} from '@tabler/icons-react'
import { Fragment, useRef } from 'react'
import { Link } from 'react-router'
import type { Over } from '../../../../shell/address/over.ts'
import type { RowAction } from './row-actions.ts'
import styles from './row-menu.module.css'

const icons: Record<string, Icon> = {
  'Get Verified': IconRosetteDiscountCheck,
  'Edit listing': IconEdit,
  'Renew listing': IconRefresh,
  'View as a lender': IconEye,
  'Transfer In': IconArrowBarToRight,
  'Edit NS': IconServer,
  'Custody certificate': IconCertificate,
  'Transfer Out': IconArrowBarRight,
  'Remove Listing': IconTrash,
}

type RowMenuProps = { name: string; groups: RowAction[][]; over: Over }

/** All that can be done with a domain besides its one button. */
export function RowMenu({ name, groups, over }: RowMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Menu
      position="bottom-end"
      returnFocus
      transitionProps={{ transition: 'fade-up', duration: 140, exitDuration: 100 }}
      classNames={styles}
    >
      <Menu.Target>
        <ActionIcon
          ref={opener}
          variant="default"
          className={styles.opener}
          aria-label={`Actions, ${name}`}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((group, at) => (
          <Fragment key={group[0]?.label}>
            {at > 0 && <Menu.Divider />}
            {group.map((action) => (
              <MenuLine
                key={action.label}
                action={action}
                over={over}
                // A dialog returns focus to what had it, and this item is gone by then.
                onChoose={() => opener.current?.focus()}
              />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type MenuLineProps = { action: RowAction; over: Over; onChoose: () => void }

function MenuLine({ action, over, onChoose }: MenuLineProps) {
  const { label, note, to, isDialog, isShut, isDanger } = action
  const LineIcon = icons[label]
  const icon = LineIcon && <LineIcon size={18} aria-hidden="true" />
  const words = (
    <>
      {label}
      {note && <small>{note}</small>}
    </>
  )
  // Not `disabled`: a closed item stays focusable, and says why.
  if (isShut)
    return (
      <Menu.Item leftSection={icon} aria-disabled="true" closeMenuOnClick={false}>
        {words}
      </Menu.Item>
    )
  return (
    <Menu.Item
      component={Link}
      to={to}
      {...(isDialog && { state: over })}
      leftSection={icon}
      data-danger={isDanger || undefined}
      onClick={onChoose}
    >
      {words}
    </Menu.Item>
  )
}
