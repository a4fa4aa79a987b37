import { ApiProblem, formError } from '../../../app/api-problem.ts'
import { ScreenError } from '../../../app/shell/ScreenError.tsx'
import { useTexts } from '../../../app/texts.ts'
import { LinkButton } from '../../../parts/Button.tsx'

/** A link that opens no request: for another person, expired, or already answered. */
export function LinkProblem({ error }: { error: unknown }) {
  const i18n = useTexts()

  if (!(error instanceof ApiProblem) || !error.code.startsWith('approval_link')) {
    return <ScreenError error={error} />
  }
  return (
    <div role="alert" className="page grid justify-items-center gap-3 py-24 text-center">
      <h1>{error.title}</h1>
      <p className="max-w-[48ch] text-muted">{formError(error)}</p>
      <LinkButton to="/company/approvals" search={{}} className="mt-3">
        {i18n.t('Open approvals')}
      </LinkButton>
    </div>
  )
}
