import { api } from '@laurel/contract/routes'
import { stateName } from '@laurel/domain/us-states'
import { MapPin } from 'lucide-react'
import { call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import type { TextFieldProps } from '../TextField.tsx'
import { SuggestField } from './SuggestField.tsx'

type CityFieldProps = Omit<TextFieldProps, 'label'> & {
  value: string
  state: string
  zip: string
  onFill: (place: { city: string; state?: string; zip?: string }) => void
}

/** Suggests cities by the beginning of their name, in the selected state or in all states. */
export function CityField({ state, zip, onFill, ...field }: CityFieldProps) {
  const i18n = useTexts()

  return (
    <SuggestField
      label={i18n.t('City')}
      {...field}
      load={async (typed, signal) => {
        const query = { q: typed, ...(state !== '' && { state }) }
        const { results } = await call(api.listCities, { query, signal })
        return results.map((place) => ({
          key: `${place.city} ${place.state}`,
          title: place.city,
          detail: [stateName(place.state), place.zip].filter(Boolean).join(' '),
          icon: MapPin,
          place,
        }))
      }}
      onChoose={({ place }) =>
        onFill({
          city: place.city,
          ...(state === '' && { state: place.state }),
          ...(zip === '' && place.zip !== null && { zip: place.zip }),
        })
      }
    />
  )
}
