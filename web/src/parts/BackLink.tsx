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

/** Leads back from one item to its list, above the title. Takes the router's `to`, `search`, and `params`. */
export const BackLink = createLink(BackAnchor)
