import { useMutation } from '@tanstack/react-query'
import { formError } from '../../app/api-problem.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import type { Message, Proposal } from './guide.queries.ts'

export type Confirm = (proposal: Proposal) => Promise<void>

type ProposalButtonProps = { proposal: Proposal; outcomes: Message['outcomes']; confirm: Confirm }

/** Confirms a proposal. “Done” replaces it afterward. */
export function ProposalButton({ proposal, outcomes, confirm }: ProposalButtonProps) {
  const i18n = useTexts()
  const confirming = useMutation({ mutationFn: confirm })
  if (outcomes.some(({ kind }) => kind === proposal.kind)) {
    return <span className="text-muted text-small">{i18n.t('Done')}</span>
  }

  return (
    <>
      <Button
        look="primary"
        isPending={confirming.isPending}
        onClick={() => confirming.mutate(proposal)}
        className="narrow:w-full"
      >
        {proposal.label}
      </Button>
      {confirming.error && (
        <p role="alert" className="order-last w-full text-bad text-small">
          {formError(confirming.error)}
        </p>
      )}
    </>
  )
}
