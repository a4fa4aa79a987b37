import { I18n } from 'aws-amplify/utils'

/** The library's sentences in this product's voice. Left out is what needs no change. */
const WORDS = {
  'Sign In': 'Sign in',
  'Create Account': 'Create account',
  'Creating Account': 'Creating your account',
  'Forgot your password?': 'Forgot password?',
  'Reset Password': 'Reset your password',
  'Resend Code': 'Send a new code',
  'Send code': 'Send me a code',
  'Back to Sign In': 'Back to sign in',
  'Change Password': 'Save this password',
  Changing: 'Saving',
  Confirm: 'Confirm',
  Submit: 'Continue',
  Submitting: 'Checking',
  Verify: 'Send me a code',
  Skip: 'Not now',
  'It may take a minute to arrive': 'It may take a minute to arrive',
  'Your code is on the way. To log in, enter the code we emailed to': 'Enter the code we emailed to',
  'Your code is on the way. To log in, enter the code we texted to': 'Enter the code we texted to',
  'Your code is on the way. To log in, enter the code we sent you': 'Enter the code we sent you',
  'Copy and paste the secret key below into an authenticator app and then enter the code in the text field below.':
    'Scan the picture with your authenticator app, or type the key into it. Then enter the code it shows.',
  'Your verification code has expired. Please request a new code.':
    'That took too long, and the code no longer works. Sign in again for a new one.',
  'The verification code you entered is incorrect. Please try again.': 'That code is not the one we sent.',
}

export function sayItInOurWords(): void {
  I18n.putVocabulariesForLanguage('en', WORDS)
  I18n.setLanguage('en')
}
