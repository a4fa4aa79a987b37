import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

function BackAnchor({ className = '-mt-2', children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={`inline-flex min-h-11 items-center gap-1.5 text-label text-muted hover:text-ink ${className}`}
    >
      <Icon of={ArrowLeft} size={18} />
      {children}
    </a>
  )
}

/** From one thing back to the list it stands in, above its title. Takes `to`, `search`, `params` of the router. */
export const BackLink = createLink(BackAnchor)
