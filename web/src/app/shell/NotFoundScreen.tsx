import { LinkButton } from '../../parts/Button.tsx'
import { useTitle } from './navigation.tsx'

/** For pages that don't exist and pages the visitor may not see alike. */
export function NotFoundScreen() {
  return (
    <NothingHere
      title="We can’t find that page"
      text="It may have moved, or it belongs to someone else. Nothing of yours is lost."
    />
  )
}

/** The same screen with the caller's texts. */
export function NothingHere({ title, text }: { title: string; text: string }) {
  useTitle('Not found')
  return (
    <div className="page grid justify-items-center gap-3 py-24 text-center narrow:py-16">
      <h1>{title}</h1>
      <p className="max-w-[44ch] text-balance text-muted">{text}</p>
      <LinkButton to="/" look="primary" className="mt-3">
        Go to the home page
      </LinkButton>
    </div>
  )
}
