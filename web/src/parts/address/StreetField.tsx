import { api } from '@laurel/contract/routes'
import { splitUnit } from '@laurel/domain/street-line'
import { BookUser, Building2, MapPin } from 'lucide-react'
import { type AnswerOf, call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import type { TextFieldProps } from '../TextField.tsx'
import { SuggestField, type Suggestion } from './SuggestField.tsx'

export type FilledAddress = Partial<Record<'address1' | 'address2' | 'city' | 'state' | 'zip', string>>

type StreetFieldProps = Omit<TextFieldProps, 'label'> & {
  value: string
  /** The second line, for an apartment number. */
  address2: string
  /** The name of the second line's input, focused after a suggestion is chosen. */
  address2Name: string
  onFill: (address: FilledAddress) => void
  /** For staff, who have no addresses of their own. */
  isOffice?: boolean
}

type Found = Suggestion & { place: AnswerOf<'suggestPlaces'>['results'][number] }

/** Suggests addresses, starting with those and the people that the customer or their company saved. */
export function StreetField({
  address2,
  address2Name,
  onFill,
  isOffice = false,
  ...field
}: StreetFieldProps) {
  const i18n = useTexts()

  function suggestion(place: Found['place']): Found {
    const { source, title, detail } = place
    const shown = { key: `${title} ${detail}`, title, detail, place }
    if (source === 'own') return { ...shown, icon: BookUser, kind: i18n.t('Your addresses:') }
    if (source === 'company') return { ...shown, icon: Building2, kind: i18n.t('Your company:') }
    return { ...shown, icon: MapPin }
  }

  /** Amazon's suggestions can't be stored, so fetch the chosen address for storage. */
  async function fetchAddress(placeId: string) {
    const route = isOffice ? api.getOfficePlace : api.getPlace
    const fetched = await call(route, { query: { placeId } }).catch(() => undefined)
    if (!fetched?.address) {
      showToast({ title: i18n.t('We couldn’t load that address. Type it instead.'), tone: 'bad' })
    }
    return fetched?.address
  }

  async function choose({ place }: Found, input: HTMLInputElement) {
    const { unit } = splitUnit(field.value)
    const address = place.placeId === null ? place.address : await fetchAddress(place.placeId)
    if (!address) return
    onFill({
      address1: address.address1,
      address2: address2 || unit || address.address2,
      ...(address.city && { city: address.city }),
      ...(address.state && { state: address.state }),
      ...(address.zip && { zip: address.zip }),
    })
    const next = input.form?.elements.namedItem(address2Name)
    if (next instanceof HTMLInputElement) next.focus()
  }

  return (
    <SuggestField
      label={i18n.t('Street')}
      {...field}
      load={async (typed, signal) => {
        const { results } = await call(isOffice ? api.suggestOfficePlaces : api.suggestPlaces, {
          query: { q: splitUnit(typed).street },
          signal,
        })
        return results.map(suggestion)
      }}
      onChoose={(suggestion, input) => void choose(suggestion, input)}
    />
  )
}
