import { LinkButton } from '../../parts/Button.tsx'
import { useTexts } from '../texts.ts'
import { useTitle } from './navigation.tsx'

/** For pages that don't exist and pages the visitor may not see alike. */
export function NotFoundScreen() {
  const i18n = useTexts()

  return (
    <NothingHere
      title={i18n.t('We can’t find that page')}
      text={i18n.t('It may have moved, or you may not have access to it.')}
    />
  )
}

/** The same screen with the caller's texts. */
export function NothingHere({ title, text }: { title: string; text: string }) {
  const i18n = useTexts()

  useTitle(i18n.t('Not found'))
  return (
    <div className="page grid justify-items-center gap-3 py-24 text-center narrow:py-16">
      <h1>{title}</h1>
      <p className="max-w-[44ch] text-balance text-muted">{text}</p>
      <LinkButton to="/" look="primary" className="mt-3">
        {i18n.t('Go to the home page')}
      </LinkButton>
    </div>
  )
}
