import { LANGUAGES, type Language } from '@laurel/domain/languages'
import { useSite } from '../app/site.ts'
import { pageTexts, useTexts } from '../app/texts.ts'
import { capitalized } from './format.ts'
import { Select } from './Select.tsx'

function nameOf(language: Language): string {
  return new Intl.DisplayNames(pageTexts().locale, { type: 'language' }).of(language)!
}

/** In the language of the page. */
export function languageOptions(): { value: string; label: string }[] {
  return LANGUAGES.map((language) => ({ value: language, label: capitalized(nameOf(language)) }))
}

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
  const ofSite = nameOf(useSite().language)
  const isOther = value !== '' && !LANGUAGES.some((language) => language === value)
  return (
    <Select
      label={i18n.t('Language (optional)')}
      name="language"
      options={[
        { value: SITES_OWN, label: i18n.t('The site’s language ({ofSite})', { ofSite }) },
        ...languageOptions(),
        ...(isOther ? [{ value, label: value }] : []),
      ]}
      value={value === '' ? SITES_OWN : value}
      onChange={(chosen) => onChange(chosen === SITES_OWN || chosen === null ? '' : chosen)}
    />
  )
}
