import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribeScreen } from '../features/settings/UnsubscribeScreen.tsx'

/** The link at the end of a mail that a person can stop. */
export const Route = createFileRoute('/unsubscribe/$token')({
  staticData: { title: /*i18n*/ 'Stop emails', frame: 'bare', texts: ['parts', 'account'] },
  component: Unsubscribe,
})

function Unsubscribe() {
  const { token } = Route.useParams()
  return <UnsubscribeScreen key={token} token={token} />
}
