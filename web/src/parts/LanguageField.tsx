import { LANGUAGES } from '@laurel/domain/languages'
import { useSite } from '../app/site.ts'
import { useTexts } from '../app/texts.ts'
import { Select } from './Select.tsx'

const NAMES = new Intl.DisplayNames('en-US', { type: 'language' })
export const LANGUAGE_OPTIONS = LANGUAGES.map((language) => ({
  value: language as string,
  label: NAMES.of(language)!,
}))
/** A select has no empty value. */
const SITES_OWN = 'site'

type LanguageFieldProps = {
  /** As on the list, possibly unsupported; empty for the site's. */
  value: string
  onChange: (value: string) => void
}

/** The language of everything a recipient gets. */
export function LanguageField({ value, onChange }: LanguageFieldProps) {
  const i18n = useTexts()

  const ofSite = useSite().language
  const isOther = value !== '' && !LANGUAGES.some((language) => language === value)
  return (
    <Select
      label={i18n.t('Language (optional)')}
      name="language"
      options={[
        { value: SITES_OWN, label: i18n.t('The site’s language ({ofSite})', { ofSite: NAMES.of(ofSite) }) },
        ...LANGUAGE_OPTIONS,
        ...(isOther ? [{ value, label: value }] : []),
      ]}
      value={value === '' ? SITES_OWN : value}
      onChange={(chosen) => onChange(chosen === SITES_OWN || chosen === null ? '' : chosen)}
    />
  )
}
