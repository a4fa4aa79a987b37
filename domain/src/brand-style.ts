import { type BrandColors, type BrandRoles, brandRoles } from './brand-roles.ts'
import { brandShades, SHADES } from './brand-shades.ts'
import { darkRoles } from './dark-roles.ts'

type Variable = [name: `--${string}`, value: string]

/**
 * The brand as CSS custom properties: the three colors, their ten shades each, and every role, which is one color
 * in light and another in dark mode.
 *
 * @returns name and value, in order: `['--brand-primary', '#0b6b4f']`, …, `['--ink', 'light-dark(#…,#…)']`
 * @throws {RangeError} when a color is not `#rrggbb`
 */
export function roleVariables(colors: BrandColors): Variable[] {
  const dark = darkRoles(colors)
  return [
    ...shadeVariables(colors),
    ...rolesOf(colors, (role, light) =>
      light === dark[role] ? light : `light-dark(${light},${dark[role]})`,
    ),
  ]
}

/**
 * The same as a style sheet for the first paint. Browsers without `light-dark()` get the light colors.
 *
 * @throws {RangeError} when a color is not `#rrggbb`
 */
export function brandStyle(colors: BrandColors): string {
  const plain = [...shadeVariables(colors), ...rolesOf(colors, (_, light) => light)]
  const both = roleVariables(colors).filter(([, value]) => value.startsWith('light-dark'))
  const css = (variables: Variable[]) =>
    `:root{${variables.map(([name, value]) => `${name}:${value}`).join(';')}}`
  return `${css(plain)}@supports (color:light-dark(red,red)){${css(both)}}`
}

function shadeVariables(colors: BrandColors): Variable[] {
  const names = ['primary', 'secondary', 'tertiary'] as const
  const own = names.map((name): Variable => [`--brand-${name}`, colors[name]])
  const shades = names.flatMap((name) => {
    const ten = brandShades(colors[name])
    return SHADES.map((shade): Variable => [`--${name}-${shade}`, ten[shade]])
  })
  return [...own, ...shades]
}

function rolesOf(
  colors: BrandColors,
  colorOf: (role: keyof BrandRoles, light: string) => string,
): Variable[] {
  const entries = Object.entries(brandRoles(colors)) as Array<[keyof BrandRoles, string]>
  return entries.map(([role, light]) => [`--${role}`, colorOf(role, light)])
}
