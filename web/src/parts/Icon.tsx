import type { LucideIcon } from 'lucide-react'

type IconProps = {
  /** One icon, imported by name from lucide-react. */
  of: LucideIcon
  size?: number
  className?: string
  /** Only for an icon without text beside it. */
  label?: string
}

export function Icon({ of: Drawing, size = 20, className = '', label }: IconProps) {
  return (
    <Drawing
      size={size}
      strokeWidth={1.75}
      className={`shrink-0 ${className}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
