import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch'

type SwitchProps = Omit<AriaSwitchProps, 'children' | 'className' | 'style'> & { children: ReactNode }

/** On or off, at once: where a checkbox would wait for "Save". */
export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className="group inline-flex min-h-11 cursor-pointer items-center gap-3">
      <span className="relative h-6 w-10 shrink-0 rounded-[12px] bg-line-strong transition-colors duration-(--fast) after:absolute after:top-[3px] after:left-[3px] after:size-[18px] after:rounded-full after:bg-white after:shadow-[0_1px_2px_rgb(0_0_0/0.3)] after:transition-transform after:duration-(--fast) group-data-[disabled]:opacity-50 group-data-[selected]:bg-accent-line group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-accent-line group-data-[focus-visible]:outline-offset-2 group-data-[selected]:after:translate-x-4" />
      <span>{children}</span>
    </AriaSwitch>
  )
}
