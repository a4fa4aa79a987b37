import { I18n } from 'aws-amplify/utils'

/** Two refusals that the accounts library words itself, in this product's voice. */
const WORDS = {
  'Your verification code has expired. Please request a new code.':
    'That took too long, and the code no longer works. Go back and sign in again for a new one.',
  'The verification code you entered is incorrect. Please try again.': 'That code is not the one we sent.',
}

export function sayItInOurWords(): void {
  I18n.putVocabulariesForLanguage('en', WORDS)
  I18n.setLanguage('en')
}
