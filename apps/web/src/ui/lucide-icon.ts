import { type ComponentType, createElement, type SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { readonly size?: number | string }
/** An icon of Lucide (https://lucide.dev). By default it is 24 pixels wide and has the colour of the text. */
export type LucideIcon = ComponentType<IconProps>

const A11Y = /^(?:aria-|role$|title$)/

/**
 * Makes a component that renders as lucide-react does. `name`: the icon's class. `parts`: its SVG elements. Screen
 * readers skip the icon unless it has a label.
 */
export const lucideIcon = (
  name: string,
  parts: readonly (readonly [string, Readonly<Record<string, string>>])[],
): LucideIcon => {
  return ({ size = 24, className, ...props }) =>
    createElement(
      'svg',
      {
        ...{ xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none' },
        ...{ stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' },
        className: className ? `${name} ${className}` : name,
        ...(!Object.entries(props).some(([name, value]) => A11Y.test(name) && value != null) && {
          'aria-hidden': true,
        }),
        ...props,
      },
      ...parts.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
