import { createFileRoute } from '@tanstack/react-router'
import { JoinScreen } from '../features/company/JoinScreen.tsx'

/** The link of an invitation to a company. Shown without signing in; joining needs an account. */
export const Route = createFileRoute('/join/$token')({
  staticData: { title: /*i18n*/ 'Join a company', frame: 'bare', texts: ['parts', 'company'] },
  component: Join,
})

function Join() {
  const { token } = Route.useParams()
  return <JoinScreen key={token} token={token} />
}
