import { createFileRoute } from '@tanstack/react-router'
import { ClaimScreen } from '../features/claim/ClaimScreen.tsx'

/** The link of a digital card. The link alone gives access to the card, without signing in. */
export const Route = createFileRoute('/claim/$token')({
  staticData: { frame: 'bare', texts: ['claim', 'card-words'] },
  component: Claim,
})

function Claim() {
  const { token } = Route.useParams()
  return <ClaimScreen key={token} token={token} />
}
