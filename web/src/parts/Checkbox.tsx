import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from 'react-aria-components/Checkbox'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch'
import { ErrorText } from './FieldText.tsx'
import { Icon } from './Icon.tsx'

type CheckboxProps = Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> & {
  children: ReactNode
  error?: string | undefined
}

export function Checkbox({ children, error, ...rest }: CheckboxProps) {
  return (
    <div className="grid gap-1">
      <AriaCheckbox
        {...rest}
        isInvalid={error !== undefined || rest.isInvalid}
        validationBehavior="aria"
        className="group flex min-h-11 cursor-pointer items-start gap-3 py-2.5"
      >
        <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-[4px] border border-line-strong bg-surface text-on-accent transition-colors duration-(--fast) group-hover:border-muted group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-accent-line group-data-[focus-visible]:outline-offset-2 group-data-[invalid]:border-bad group-data-[selected]:border-accent-line group-data-[selected]:bg-accent-line">
          <Icon of={Check} size={15} className="stroke-3 opacity-0 group-data-[selected]:opacity-100" />
        </span>
        <span>{children}</span>
      </AriaCheckbox>
      {error && <ErrorText>{error}</ErrorText>}
    </div>
  )
}

type SwitchProps = Omit<AriaSwitchProps, 'children' | 'className' | 'style'> & { children: ReactNode }

/** Takes effect at once; a checkbox waits for "Save". */
export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className="group inline-flex min-h-11 cursor-pointer items-center gap-3">
      <span className="relative h-6 w-10 shrink-0 rounded-[12px] bg-line-strong transition-colors duration-(--fast) after:absolute after:top-[3px] after:left-[3px] after:size-[18px] after:rounded-full after:bg-white after:shadow-[0_1px_2px_rgb(0_0_0/0.3)] after:transition-transform after:duration-(--fast) group-data-[disabled]:opacity-50 group-data-[selected]:bg-accent-line group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-accent-line group-data-[focus-visible]:outline-offset-2 group-data-[selected]:after:translate-x-4" />
      <span>{children}</span>
    </AriaSwitch>
  )
}
