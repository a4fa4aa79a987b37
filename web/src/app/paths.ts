/** Targets of the shell's links. Screens use the router's typed paths. */
export const paths: Record<'myRewards' | 'company' | 'account' | 'recipients' | 'settings', string> = {
  myRewards: '/my-rewards',
  company: '/company',
  account: '/account',
  recipients: '/recipients',
  settings: '/settings',
}
