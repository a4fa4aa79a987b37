import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { buttonClass } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { type Step, Stepper, StepperLine, StepperSmall } from '../../parts/Stepper.tsx'
import { HEADER } from './header-class.ts'
import { SiteLogo } from './SiteLogo.tsx'

type FlowHeaderProps = {
  steps: Step[]
  /** Index of the step one is on. */
  at: number
  /** The way out, at the right: "Save and close", "Back to cart". */
  leave: { label: string; to: string; onPress?: () => void }
}

/** The header of a flow: brand, steps, and one way out. Its route says `staticData: { frame: 'flow' }`. */
export function FlowHeader({ steps, at, leave }: FlowHeaderProps) {
  return (
    <header className={`${HEADER} border-line border-b`}>
      <SiteLogo hidesNameOn="phone" className="shrink-0" />
      <nav aria-label="Progress" className="mx-auto contents">
        <Stepper steps={steps} at={at} />
      </nav>
      <StepperSmall steps={steps} at={at} />
      <Link
        to={leave.to}
        onClick={leave.onPress}
        aria-label={leave.label}
        className={buttonClass('plain', 'normal', 'ms-auto narrow:-me-2.5 narrow:px-3!')}
      >
        <span className="narrow:hidden">{leave.label}</span>
        <Icon of={X} className="hidden! narrow:block!" />
      </Link>
      <StepperLine steps={steps} at={at} />
    </header>
  )
}
