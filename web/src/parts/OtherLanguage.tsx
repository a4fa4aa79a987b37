import { LANGUAGE_NAMES, type Language } from '@laurel/domain/languages'
import { useTexts } from '../app/texts.ts'
import { Button } from './Button.tsx'

/** A button for the other language, by its own name. */
export function OtherLanguage({ onChoose }: { onChoose: (language: Language) => Promise<void> }) {
  const other = useTexts().locale.startsWith('es') ? 'en' : 'es'
  return (
    <Button look="link" lang={other} className="print:hidden" onClick={() => void onChoose(other)}>
      {LANGUAGE_NAMES[other]}
    </Button>
  )
}
