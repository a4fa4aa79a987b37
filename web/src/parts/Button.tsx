import type { ComponentProps } from 'react'
import { type ButtonLook, type ButtonSize, buttonClass } from './button-class.ts'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** `primary` once per screen. */
  look?: ButtonLook
  size?: ButtonSize
  isDisabled?: boolean
  /** Work is under way: keeps its width and its focus, and a second press does nothing. */
  isPending?: boolean
}

/** The plain browser's button: pressing by keyboard, pointer and assistive tools come with it. */
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
