import desk from '../../../operator/page/desk.module.css'
import { OperatorPage } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { ContactCard, DomainsCard, LogCard, StandingCard, UserHoldsCard } from './user-cards.tsx'
import { LoansTable } from './loans-table.tsx'
import type { DeskUser } from './desk-user.ts'
import { UserSteps } from './user-steps.tsx'
import { UserTags } from './user-tags.tsx'

/** One user: the state of the account and what it owns. Restricted parts open with a reason. */
export const UserPage = ({ user }: { user: DeskUser }) => (
  <OperatorPage
    kicker={
      <>
        {user.handle ? `User, ${user.handle}` : 'User'}, joined <TimeText at={user.created_at} />
      </>
    }
    title={user.name}
    aside={<UserTags user={user} />}
    panel={<UserSteps user={user} />}
    panelLabel="Steps"
  >
    <div className={desk.halves}>
      <ContactCard user={user} />
      <StandingCard user={user} />
      <DomainsCard user={user} />
      <UserHoldsCard user={user} />
    </div>
    <LoansTable loans={user.loans} />
    <LogCard user={user} />
  </OperatorPage>
)
