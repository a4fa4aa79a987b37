import { Plus } from 'lucide-react'
import { CardCanvas, type CardLook } from '../../parts/card/CardCanvas.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import type { RewardsTab } from './MyRewards.tsx'

const SAMPLE: CardLook = {
  art: 'laurel',
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: 'For everything this year',
  rewardType: 'bulk',
}

/** Before the first order: what will stand here, and the way to begin. */
export function NothingSent() {
  return (
    <section className="mt-4 grid justify-items-center rounded-scene bg-[radial-gradient(50%_38%_at_50%_38%,var(--accent-wash),transparent)] pt-14 pb-16 text-center">
      <CardCanvas
        look={SAMPLE}
        leaning
        label="A sample card: Thank you"
        className="max-w-[360px] narrow:max-w-[300px]"
      />
      <h2 className="mt-12">Nothing sent yet</h2>
      <p className="mt-3 max-w-[46ch] text-muted">
        Design a card, say who it is for, and send one or thousands. Your orders stand here from then on.
      </p>
      <LinkButton
        to="/my-rewards"
        search={{ createNew: true }}
        look="primary"
        size="big"
        resetScroll={false}
        className="mt-6"
      >
        <Icon of={Plus} />
        Design a card
      </LinkButton>
    </section>
  )
}

const WORDS: Readonly<Record<RewardsTab, string>> = {
  pending:
    'No orders in progress. Orders appear here from the moment you place them until their cards are issued.',
  completed:
    'No completed orders yet. Orders appear here once their cards are issued, or if they’re rejected.',
  drafts: 'No drafts. A card you begin is kept here until you put it in the cart.',
}

export function NothingUnder({ tab }: { tab: RewardsTab }) {
  return <p className="max-w-[56ch] py-10 text-muted">{WORDS[tab]}</p>
}
