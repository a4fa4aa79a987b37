/** The sentences there are, by field: what a form's `errors` wants. A new object for each attempt. */
export function problemsAmong(found: Record<string, string | undefined>): Record<string, string> {
  const told = Object.entries(found).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return Object.fromEntries(told)
}

export function hasProblems(problems: Record<string, string>): boolean {
  return Object.keys(problems).length > 0
}

/** The field a refusal speaks of: a new password that is too weak, say. */
export function fieldToMend(problem: Error | undefined, otherwise?: string): string | undefined {
  return problem && /password/i.test(problem.message) ? 'newPassword' : otherwise
}
