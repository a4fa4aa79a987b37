import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from 'react-aria-components/Checkbox'
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
        <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-[4px] border border-line-strong bg-surface text-white transition-colors duration-(--fast) group-hover:border-muted group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-accent-line group-data-[focus-visible]:outline-offset-2 group-data-[invalid]:border-bad group-data-[selected]:border-accent-line group-data-[selected]:bg-accent-line">
          <Icon of={Check} size={15} className="stroke-3 opacity-0 group-data-[selected]:opacity-100" />
        </span>
        <span>{children}</span>
      </AriaCheckbox>
      {error && <ErrorText>{error}</ErrorText>}
    </div>
  )
}
