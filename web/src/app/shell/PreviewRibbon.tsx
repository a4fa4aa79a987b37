import { Link } from '@tanstack/react-router'

/** Above the shop before the site is live: only staff see it, and the server marks their page. */
export function PreviewRibbon() {
  // The server never draws a preview.
  if (typeof document === 'undefined') return null
  if (document.querySelector('meta[name="laurel-preview"]') === null) return null
  return (
    <aside
      aria-label="Preview"
      className="not-printed bg-accent-tint px-(--gutter) py-1 text-center text-ink text-small print:hidden"
    >
      <b className="font-semibold">Preview:</b> orders are deleted when the site goes live.{' '}
      <Link to="/office/go-live" className="link inline-flex items-center touch:min-h-11">
        Go-live checklist
      </Link>
    </aside>
  )
}
