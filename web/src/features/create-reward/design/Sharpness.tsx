import type { CardDesign } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useSite } from '../../../app/site.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { logoUrl } from '../card-look.ts'
import { logoSharpness } from './logo-sharpness.ts'
import { useLogoSize } from './use-logo-size.ts'

/** Whether the logo has dots enough for print. */
export function Sharpness({ design, rewardType }: { design: CardDesign; rewardType: RewardType }) {
  const { shortName } = useSite()
  const size = useLogoSize(logoUrl(design.logoFileKey))
  if (design.logoFileKey === null) return <span>{shortName} stands where your logo would.</span>
  // Screens show fewer dots than a press.
  if (rewardType === 'digital') return <span />
  if (!size) return <span>Reading your logo</span>
  const { isSoft, sentence } = logoSharpness(size.width, size.height)
  return (
    <span className={`flex items-start gap-3 ${isSoft ? 'text-warn' : ''}`}>
      <Icon of={isSoft ? TriangleAlert : CircleCheck} className={isSoft ? '' : 'text-good'} />
      {sentence}
    </span>
  )
}
