import type { SocialProvider } from './social-client.ts'

/** Provider names of Cognito and Amplify. */
export const WIRE_NAMES = {
  Google: 'Google',
  Facebook: 'Facebook',
  Amazon: 'LoginWithAmazon',
  Apple: 'SignInWithApple',
} as const satisfies Record<SocialProvider, string>

const PROVIDERS = Object.keys(WIRE_NAMES) as SocialProvider[]

/** @param wireName `identity_provider` as Amplify sends it */
export function findSocialProvider(wireName: string | undefined): SocialProvider | undefined {
  return PROVIDERS.find((provider) => WIRE_NAMES[provider] === wireName)
}
