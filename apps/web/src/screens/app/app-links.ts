import {
  type Icon,
  IconBellRinging,
  IconBuildingBank,
  IconCash,
  IconHelp,
  IconLayoutDashboard,
  IconListSearch,
  IconReceipt,
  IconSettings,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react'

type AppLink = {
  to: string
  label: string
  Icon: Icon
  /** What the tooltip says where the label alone would name two entries. */
  tip?: string
  /** Whose next actions are counted beside it. */
  moves?: 'borrow' | 'lend'
}

/** Every entry of the sidebar but Log Out, in its order. */
export const linkGroups: { label: string; links: AppLink[] }[] = [
  {
    label: 'Domains',
    links: [
      { to: '/app', label: 'Dashboard', Icon: IconLayoutDashboard },
      { to: '/app/my-domains', label: 'My Domains', Icon: IconWorld },
    ],
  },
  {
    label: 'Borrow',
    links: [
      {
        to: '/app/borrow',
        label: 'My Loans',
        Icon: IconCash,
        tip: 'Borrow: My Loans',
        moves: 'borrow',
      },
    ],
  },
  {
    label: 'Lend',
    links: [
      {
        to: '/app/lend',
        label: 'My Loans',
        Icon: IconBuildingBank,
        tip: 'Lend: My Loans',
        moves: 'lend',
      },
      { to: '/app/listings', label: 'Domain Listings', Icon: IconListSearch },
      { to: '/app/alerts', label: 'Alerts', Icon: IconBellRinging, tip: 'Listing alerts' },
    ],
  },
  {
    label: 'Payment',
    links: [
      { to: '/app/transactions', label: 'Transactions', Icon: IconReceipt },
      { to: '/app/add-balance', label: 'Add Balance', Icon: IconWallet },
    ],
  },
  {
    label: 'Account',
    links: [
      { to: '/app/settings', label: 'Settings', Icon: IconSettings },
      { to: '/help', label: 'Help', Icon: IconHelp },
    ],
  },
]
