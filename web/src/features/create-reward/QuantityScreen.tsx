import { limitProblems } from '@laurel/domain/limits'
import { useState } from 'react'
import { changeSetup, rememberUnsaved, useSetupStore } from '../../app/setup-store.ts'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { count } from '../../parts/format.ts'
import { NumberField } from '../../parts/NumberField.tsx'
import { Chip, Chips } from '../../parts/Tag.tsx'
import { SetupFrame } from './SetupFrame.tsx'
import { saveDraft } from './save-draft.ts'
import { AmountStage, AmountTools } from './ValueScreen.tsx'

const AS_TYPED = { maximumFractionDigits: 3 }
const NEEDED = /*i18n*/ 'Enter how many cards you want.'
const QUICK = [10, 25, 50, 100, 250, 500]

/** The quantity of bulk cards. */
export function QuantityScreen() {
  const i18n = useTexts()
  const { limits } = useSite()
  const quantity = useSetupStore((setup) => setup.quantity)
  const [isChecked, setChecked] = useState(false)
  const problem =
    limitProblems({ quantity }, limits)[0]?.message ?? (quantity === null && isChecked ? NEEDED : undefined)

  function change(next: number | null) {
    const fits = limitProblems({ quantity: next }, limits).length === 0
    changeSetup({ quantity: next })
    rememberUnsaved({ quantity: fits ? undefined : (next ?? undefined) })
    if (fits) saveDraft({ quantity: next })
  }

  return (
    <SetupFrame
      step="quantity"
      rewardType="bulk"
      className="grid grid-cols-[1fr_436px] mid:grid-cols-1 mid:content-start"
      missing={quantity === null ? NEEDED : problem}
      onAttempt={() => setChecked(true)}
    >
      <AmountStage />
      <AmountTools
        title={i18n.t('Quantity')}
        lead={i18n.t('The cards are identical and ship in one parcel.')}
      >
        <NumberField
          label={i18n.t('Number of cards')}
          name="quantity"
          hasSteps
          value={quantity ?? Number.NaN}
          // Never round or clamp the input; the field shows what is wrong.
          commitBehavior="validate"
          formatOptions={AS_TYPED}
          hint={i18n.t('1 to {most, number} in one order', { most: limits.maxQuantity })}
          error={problem}
          onChange={(value) => change(Number.isNaN(value) ? null : value)}
        />
        <Chips label={i18n.t('Common quantities')}>
          {QUICK.filter((each) => each <= limits.maxQuantity).map((each) => (
            <Chip key={each} isSelected={each === quantity} onPress={() => change(each)}>
              {count(each)}
            </Chip>
          ))}
        </Chips>
      </AmountTools>
    </SetupFrame>
  )
}
