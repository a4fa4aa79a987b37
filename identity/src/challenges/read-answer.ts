import { missing } from '../cognito-error.ts'

/** @throws {CognitoError} InvalidParameterException when the answer is missing */
export function readAnswer(answers: Record<string, string>, name: string): string {
  const answer = answers[name]
  if (!answer) throw missing(name)
  return answer
}
