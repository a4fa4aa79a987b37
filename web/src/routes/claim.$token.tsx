import { createFileRoute } from '@tanstack/react-router'
import { showEnglish, showTexts } from '../app/texts.ts'
import { ClaimScreen } from '../features/claim/ClaimScreen.tsx'
import { CLAIM_TEXTS } from '../features/claim/claim-texts.ts'

/** The link of a digital card. The link alone gives access to the card, without signing in. */
export const Route = createFileRoute('/claim/$token')({
  staticData: { frame: 'bare' },
  loader: () => showTexts(CLAIM_TEXTS),
  onLeave: showEnglish,
  component: Claim,
})

function Claim() {
  const { token } = Route.useParams()
  return <ClaimScreen key={token} token={token} />
}
