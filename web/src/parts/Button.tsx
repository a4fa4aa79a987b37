import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** `primary` once per screen. */
  look?: ButtonLook
  size?: ButtonSize
  isDisabled?: boolean
  /** Keeps width and focus while the action runs, and ignores further clicks. */
  isPending?: boolean
}

/** The browser's button, which handles keyboard, pointer, and assistive tools. */
export function Button({
  look = 'outlined',
  size = 'normal',
  type = 'button',
  isDisabled = false,
  isPending = false,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      className={buttonClass(look, size, className)}
      onClick={(event) => {
        if (isPending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isPending ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <span
            aria-hidden="true"
            className="absolute size-[18px] animate-spin rounded-full border-2 border-current border-e-transparent"
          />
        </>
      ) : (
        children
      )}
    </button>
  )
}

type ButtonLook = 'primary' | 'outlined' | 'plain' | 'link' | 'danger'
type ButtonSize = 'normal' | 'big' | 'compact' | 'round'

const BASE =
  'relative inline-flex select-none items-center justify-center gap-2 whitespace-nowrap text-center leading-[1.2] tracking-[-0.006em] no-underline transition-[background-color,box-shadow,transform] duration-(--fast) tiny:whitespace-normal'

const LOOKS: Record<ButtonLook, string> = {
  primary:
    'bg-action font-semibold text-on-action shadow-action hover:bg-action-hover active:translate-y-px active:bg-action-press',
  outlined:
    'bg-surface font-semibold text-ink shadow-outline hover:bg-sunken active:translate-y-px active:bg-line',
  plain: 'bg-transparent font-medium text-ink hover:bg-sunken active:translate-y-px active:bg-line',
  link: 'bg-transparent font-medium text-accent-text underline-offset-3 hover:underline',
  danger:
    'bg-surface font-semibold text-bad shadow-[inset_0_0_0_1px_currentColor] hover:bg-bad-tint active:translate-y-px',
}

const SIZES: Record<ButtonSize, string> = {
  normal: 'min-h-11 rounded-control px-[18px] text-[1rem] tiny:px-3.5',
  big: 'min-h-[54px] rounded-[13px] px-[26px] text-[1.0625rem] tiny:px-3.5',
  compact: 'min-h-9 rounded-[8px] px-[13px] text-[0.9375rem] touch:min-h-11',
  round: 'size-11 rounded-control p-0 text-[1rem]',
}

const OFF = 'disabled:translate-y-0 disabled:cursor-default'
/** A disabled button keeps its background only if it had one; otherwise it would stand out. */
const OFF_FILLED = 'disabled:bg-sunken disabled:text-muted disabled:shadow-hairline'
const OFF_BARE = 'disabled:bg-transparent disabled:text-muted disabled:no-underline disabled:opacity-50'

/** The look of all buttons, and of links that look like buttons. */
export function buttonClass(
  look: ButtonLook = 'outlined',
  size: ButtonSize = 'normal',
  className = '',
): string {
  const padding = look === 'link' ? 'px-0!' : ''
  const off = look === 'plain' || look === 'link' ? OFF_BARE : OFF_FILLED
  return `${BASE} ${LOOKS[look]} ${SIZES[size]} ${padding} ${OFF} ${off} ${className}`
}

type AnchorProps = ComponentProps<'a'> & { look?: ButtonLook; size?: ButtonSize }

/** A plain anchor that looks like a button, for other sites, email addresses, and anchors. */
export function AnchorButton({ look, size, className, ...rest }: AnchorProps) {
  return <a {...rest} className={buttonClass(look, size, className)} />
}

/** A link to another screen that looks like a button. Takes the router's `to`, `search`, and `params`. */
export const LinkButton = createLink(AnchorButton)

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
