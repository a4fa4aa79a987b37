import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonLook, type ButtonSize, buttonClass } from './button-class.ts'

type AnchorProps = ComponentProps<'a'> & { look?: ButtonLook; size?: ButtonSize }

/** A plain anchor that looks like a button: for another site, a mail address, a part of this page. */
export function AnchorButton({ look, size, className, ...rest }: AnchorProps) {
  return <a {...rest} className={buttonClass(look, size, className)} />
}

/** A link to another screen that looks like a button. Takes `to`, `search`, `params` of the router. */
export const LinkButton = createLink(AnchorButton)
