import { BorrowPicture } from './borrow-picture.tsx'
import { type Step, WaySection } from './way-section.tsx'

const steps: Step[] = [
  { title: 'Verify the domain', text: 'Place one DNS TXT record. We look for it for you.' },
  {
    title: 'Choose loan amount, term and APY',
    text: 'The total you would repay updates as you type.',
  },
  {
    title: 'Transfer the domain once an offer is accepted',
    text: 'From minutes to weeks, depending on the TLD.',
  },
  {
    title: 'Discuss with the lender and receive payment',
    text: 'Straight to your account. You confirm when it lands.',
  },
  {
    title: 'Manage the domain while it is in escrow',
    text: 'Nameserver changes stay yours, free and logged.',
  },
  {
    title: 'Repay the loan and unlock transfer back to your registrar',
    text: 'Early repayment is a right. Interest runs to that day, seven days at least.',
  },
]

export function BorrowSection() {
  return (
    <WaySection
      id="borrow"
      title="Borrow against the name, keep it working"
      steps={steps}
      action={{ to: '/register', label: 'Get a Loan' }}
      picture={<BorrowPicture />}
      caption="Posting a listing is just a few clicks."
    />
  )
}
