import { Amplify } from 'aws-amplify'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { offlineProblem, readProblem } from './api-problem.ts'

/**
 * Ends every session of whoever is signed in. The library's own call keeps quiet when it fails, and
 * whoever lost a laptop would believe it signed out.
 *
 * @throws {ApiProblem} when the accounts service did not do it
 */
export async function endEverySession(): Promise<void> {
  const tokens = await cognitoUserPoolsTokenProvider.getTokens()
  if (!tokens) return
  const response = await fetch(endpoint(), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
    },
    body: JSON.stringify({ AccessToken: tokens.accessToken.toString() }),
  }).catch((cause: unknown) => {
    throw offlineProblem(cause)
  })
  if (response.ok || (await isEndedAlready(response.clone()))) return
  throw await readProblem(response)
}

function endpoint(): string {
  const pool = Amplify.getConfig().Auth?.Cognito
  const [region] = pool?.userPoolId?.split('_') ?? []
  return pool?.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`
}

/** Another device was faster: its "sign out everywhere" took this session along. */
async function isEndedAlready(response: Response): Promise<boolean> {
  const body: { __type?: string } = await response.json().catch(() => ({}))
  return body.__type?.endsWith('NotAuthorizedException') ?? false
}
