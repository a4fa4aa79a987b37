/** Targets of the shell's links. Screens use the router's typed paths. */
export const paths: Record<
  'myRewards' | 'company' | 'files' | 'account' | 'recipients' | 'settings',
  string
> = {
  myRewards: '/my-rewards',
  company: '/company',
  files: '/files',
  account: '/account',
  recipients: '/recipients',
  settings: '/settings',
}
