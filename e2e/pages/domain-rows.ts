import type { Page } from '@playwright/test'
import { listDomains } from '../../apps/web/src/testing/given/domains.ts'

/** A list of domains, one in every state. */
export const showDomains = (page: Page) =>
  page.route('**/api/domains?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    return route.fulfill({ json: listDomains(searchParams) })
  })
