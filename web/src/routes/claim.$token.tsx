import { createFileRoute } from '@tanstack/react-router'
import { ClaimScreen } from '../features/claim/ClaimScreen.tsx'

/** Where the link of a digital card leads. Whoever has the link has the card: nobody signs in. */
export const Route = createFileRoute('/claim/$token')({
  staticData: { title: 'Your card', frame: 'bare' },
  component: Claim,
})

function Claim() {
  const { token } = Route.useParams()
  return <ClaimScreen key={token} token={token} />
}
