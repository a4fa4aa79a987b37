import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { Icon } from './Icon.tsx'

export type Step = {
  label: string
  /** Where a step that is done can be walked back to. */
  to?: string
}
type StepperProps = { steps: Step[]; at: number }

/** Numbers for what is ahead, ticks for what is done. Below 768 px `StepperSmall` takes its place. */
export function Stepper({ steps, at }: StepperProps) {
  const narrowing = hidesBelow(steps)
  return (
    <ol aria-label="Steps" className="mx-auto flex gap-1.5 mid:gap-1 narrow:hidden">
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={index === at ? 'step' : undefined}
          className={`flex items-center font-medium text-note ${lineBefore(index)} ${index === at ? 'font-semibold text-ink' : index < at ? 'text-ink' : 'text-muted'}`}
        >
          <StepLabel
            step={step}
            number={index + 1}
            isDone={index < at}
            isCurrent={index === at}
            narrowing={narrowing}
          />
        </li>
      ))}
    </ol>
  )
}

/** Where the words no longer fit beside the brand, only the current step keeps its own. */
function hidesBelow(steps: Step[]): string {
  const letters = steps.reduce((sum, { label }) => sum + label.length, 0)
  if (letters > 60) return 'max-[1360px]:sr-only'
  return letters > 40 ? 'max-[1200px]:sr-only' : 'max-[960px]:sr-only'
}

function lineBefore(index: number): string {
  return index === 0
    ? ''
    : 'before:mr-1 before:ml-1.5 before:h-px before:w-9 before:bg-line-strong mid:before:w-4'
}

type StepLabelProps = {
  step: Step
  number: number
  isDone: boolean
  isCurrent: boolean
  narrowing: string
}

function StepLabel({ step, number, isDone, isCurrent, narrowing }: StepLabelProps) {
  const mark = isCurrent
    ? 'bg-action text-on-action shadow-[inset_0_0_0_1px_var(--action-edge)]'
    : isDone
      ? 'bg-accent-wash text-accent-text'
      : 'shadow-[inset_0_0_0_1.5px_var(--line-strong)]'
  const content = (
    <>
      <span
        className={`grid size-[26px] shrink-0 place-items-center rounded-full font-semibold text-micro leading-none ${mark}`}
      >
        {isDone ? <Icon of={Check} size={15} label="Done" /> : number}
      </span>
      <span className={`whitespace-nowrap ${isCurrent ? '' : narrowing}`}>{step.label}</span>
    </>
  )
  const shared = 'flex min-h-11 items-center gap-2.5'
  if (isDone && step.to) {
    return (
      <Link to={step.to} className={`${shared} underline-offset-3 hover:underline`}>
        {content}
      </Link>
    )
  }
  return <span className={shared}>{content}</span>
}

/** The stepper of a phone: the step's name and "Step 2 of 3". */
export function StepperSmall({ steps, at }: StepperProps) {
  return (
    <p className="hidden min-w-0 text-muted text-small leading-[1.25] narrow:block">
      <b className="block truncate font-semibold text-[1rem] text-ink leading-[1.25]">{steps[at]?.label}</b>
      Step {at + 1} of {steps.length}
    </p>
  )
}

/** The line under a phone's header. */
export function StepperLine({ steps, at }: StepperProps) {
  return (
    <span aria-hidden="true" className="absolute inset-x-0 -bottom-px hidden h-[3px] bg-line narrow:block">
      <span
        className="block h-full rounded-r-[2px] bg-accent-line"
        style={{ width: `${(100 * (at + 1)) / steps.length}%` }}
      />
    </span>
  )
}
