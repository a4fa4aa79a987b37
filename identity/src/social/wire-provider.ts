import type { SocialProvider } from './social-client.ts'

/** `identity_provider` as Amplify sends it. */
const BY_WIRE_NAME = new Map<string, SocialProvider>([
  ['Google', 'Google'],
  ['Facebook', 'Facebook'],
  ['LoginWithAmazon', 'Amazon'],
  ['SignInWithApple', 'Apple'],
])

export function findProvider(wireName: string | undefined): SocialProvider | undefined {
  return BY_WIRE_NAME.get(wireName ?? '')
}
