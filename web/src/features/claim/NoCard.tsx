import { ApiProblem } from '../../app/api-problem.ts'
import { useTitle } from '../../app/title-store.ts'
import { Button } from '../../parts/Button.tsx'

type NoCardProps = { problem: unknown; isRetrying: boolean; onRetry: () => void }

/** The link opens nothing, or nothing could be asked: the two are told apart. */
export function NoCard({ problem, isRetrying, onRetry }: NoCardProps) {
  const isUnknown = problem instanceof ApiProblem && problem.code === 'claim_not_found'
  useTitle(isUnknown ? 'This link doesn’t open a card' : 'Your card')
  return (
    <div className="mx-auto grid max-w-[520px] justify-items-center gap-4 text-center">
      <h1 className="text-h2">{isUnknown ? 'This link doesn’t open a card' : 'We couldn’t get your card'}</h1>
      <p className="text-lead text-muted" role="alert">
        {isUnknown
          ? 'The link may be cut off, or a newer email may have replaced it. Open the latest email, or ask the person who sent you the card.'
          : problem instanceof Error && problem.message}
      </p>
      {!isUnknown && (
        <Button look="primary" isPending={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
