import type { Art, Gradient, Tone } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import { useEffect, useState } from 'react'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { loadCardImage } from '../../../parts/card/load-card.ts'
import type { Values } from './catalog.queries.ts'
import { valueAt } from './form-fields.ts'

type TemplateCardProps = { values: Values; rewardType?: RewardType; thumb?: boolean }

/** A template drawn as a card, with its pictures in place of drawn layers. */
export function TemplateCard({ values, rewardType = 'bulk', thumb = false }: TemplateCardProps) {
  const text = (path: string) => String(valueAt(values, path) ?? '')
  const gradientUrl = text('gradient.image')
  const fulfillmentUrl = text(`fulfillmentLayout.${rewardType}.image`)
  const gradientImage = usePicture(gradientUrl)
  const fulfillmentImage = usePicture(fulfillmentUrl)
  return (
    <CardCanvas
      // A new picture needs a new canvas.
      key={`${gradientImage ? gradientUrl : ''} ${fulfillmentImage ? fulfillmentUrl : ''}`}
      thumb={thumb}
      look={{
        art: text('background.art') as Art,
        tone: text('userLayout.tone') as Tone,
        gradient: text('gradient.strength') as Gradient,
        line1: text('userLayout.line1'),
        line2: text('userLayout.line2'),
        rewardType,
        recipientName: 'Maya Okafor',
        amountText: '$50',
        backgroundImageUrl: text('background.image') || null,
        ...(gradientImage && { gradientImage }),
        ...(fulfillmentImage && { fulfillmentImage }),
      }}
    />
  )
}

function usePicture(url: string): object | undefined {
  const [picture, setPicture] = useState<{ url: string; image: object }>()
  useEffect(() => {
    if (url === '') return
    let isGone = false
    // If it fails, `loadCardImage` reports it, and the layer is drawn without the picture.
    void loadCardImage(url).then((bitmap) => {
      if (!isGone && bitmap) setPicture({ url, image: bitmap.image })
    })
    return () => {
      isGone = true
    }
  }, [url])
  return picture?.url === url ? picture.image : undefined
}
