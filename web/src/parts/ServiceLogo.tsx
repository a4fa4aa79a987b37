import type { ReactNode } from 'react'
import type { SocialProvider } from '../app/session-accounts.ts'

/** Each service's logo in its own colors; Apple's has the color of the text. */
const LOGOS: Record<SocialProvider, ReactNode> = {
  Google: (
    <g fill="none" strokeWidth="4">
      <path stroke="#ea4335" d="M5.07 8A8 8 0 0 1 17.66 6.34" />
      <path stroke="#fbbc05" d="M5.45 16.59A8 8 0 0 1 5.07 8" />
      <path stroke="#34a853" d="M17.14 18.13A8 8 0 0 1 5.45 16.59" />
      <path stroke="#4285f4" d="M12 12h8a8 8 0 0 1-2.86 6.13" />
    </g>
  ),
  Apple: (
    <g fill="currentColor">
      <path d="M12 7.1c.9 0 2-.9 3.7-.9 1.3 0 2.6.7 3.5 1.9-3.1 1.8-2.6 6 .6 7.2-.8 2-2.5 5-4.3 5-1.2 0-1.7-.8-3.2-.8s-2 .8-3.2.8c-2.2 0-4.8-4.5-4.8-8 0-3.7 2.3-6 4.6-6 1.3 0 2.2.8 3.1.8z" />
      <path d="M15.5 1.6c.2 2-1.5 3.9-3.5 4-.2-1.9 1.6-3.9 3.5-4z" />
    </g>
  ),
  Amazon: (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path
        stroke="currentColor"
        strokeWidth="2.2"
        d="M8 7.4C8.5 5.6 9.9 4.6 12 4.6c2.5 0 3.8 1.1 3.8 3.4v5c0 .9.3 1.4.9 1.9M15.8 9.2c-4.8 0-8 .7-8 3.4 0 1.6 1.1 2.5 2.8 2.5 2.9 0 5.2-2 5.2-5.1"
      />
      <path stroke="#ff9900" strokeWidth="1.8" d="M4 18.2c4.8 3.3 11 3.4 15.6.5m-2.3-.8 2.6.3-.5 2.5" />
    </g>
  ),
  Facebook: (
    <g>
      <circle cx="12" cy="12" r="11" fill="#0866ff" />
      <path
        fill="#fff"
        d="M10.3 22.9v-7.6H7.9v-3.1h2.4v-2c0-2.6 1.5-4 3.8-4 .8 0 1.6.1 2 .2v2.7h-1.3c-1.2 0-1.5.7-1.5 1.5v1.6h2.8l-.5 3.1h-2.3v7.6z"
      />
    </g>
  ),
}

export function ServiceLogo({ of }: { of: SocialProvider }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="flex-none">
      {LOGOS[of]}
    </svg>
  )
}
