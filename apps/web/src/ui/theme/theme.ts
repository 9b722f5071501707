import {
  createTheme,
  type CSSVariablesResolver,
  type VariantColorsResolver,
  defaultVariantColorsResolver,
} from '@mantine/core'
import button from '../button/button.module.css'
import field from '../form/field.module.css'
import dialog from '../dialog/dialog.module.css'
import { darkTokens, fixedTokens, lightTokens } from './tokens.ts'

const buttonLooks: Record<string, ReturnType<VariantColorsResolver>> = {
  filled: look({ background: 'deep', hover: 'deep-hover', color: 'on-deep' }),
  default: look({ background: 'surface', hover: 'sunken', color: 'ink', border: 'line-strong' }),
  light: look({ background: 'deep-soft', hover: 'line', color: 'deep' }),
  danger: look({ background: 'surface', hover: 'bad-soft', color: 'bad', border: 'bad-icon' }),
  quietDanger: look({ background: null, hover: 'bad-soft', color: 'bad' }),
  subtle: look({ background: null, hover: 'deep-soft', color: 'link' }),
}

export const theme = createTheme({
  primaryColor: 'deep',
  primaryShade: { light: 8, dark: 3 },
  defaultRadius: 4,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: `'Hanken Grotesk Variable', 'Hanken Grotesk Meanwhile', system-ui, sans-serif`,
  fontFamilyMonospace: `'Commit Mono', ui-monospace, monospace`,
  headings: {
    fontFamily: `'Schibsted Grotesk Variable', 'Schibsted Grotesk Meanwhile', system-ui, sans-serif`,
  },
  // prettier-ignore
  colors: {
    deep: ['#EDF5F6', '#DBEAEB', '#B7D6DA', '#7CCBD6', '#5FA9B3', '#3F8390', '#226A78', '#0A5B6B', '#0B4A57', '#073943'],
    gray: ['#F2F5F4', '#E7ECEB', '#DDE4E2', '#D2DAD8', '#B4C0BE', '#93A2A0', '#748583', '#536669', '#3A4E53', '#0B1F24'],
    dark: ['#EAF2F2', '#B9CACC', '#93A9AC', '#688991', '#234049', '#1A333B', '#0E2127', '#07151A', '#061217', '#040E12'],
  },
  variantColorResolver: (input) =>
    buttonLooks[input.variant] ?? defaultVariantColorsResolver(input),
  components: {
    Button: { defaultProps: { variant: 'filled' }, classNames: button },
    Input: { classNames: { wrapper: field.wrapper, input: field.input } },
    InputWrapper: {
      classNames: {
        label: field.label,
        description: field.hint,
        error: field.error,
      },
    },
    Modal: { classNames: dialog },
  },
})

/** Mantine sets its colours per scheme, so their replacements are set per scheme too. */
const mantineVariables = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-primary-color-filled': 'var(--deep)',
  '--mantine-primary-color-filled-hover': 'var(--deep-hover)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: asVariables(fixedTokens),
  light: { ...asVariables(lightTokens), ...mantineVariables },
  dark: { ...asVariables(darkTokens), ...mantineVariables },
})

const asVariables = (tokens: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]))

type Look = { background: string | null; hover: string; color: string; border?: string }

function look({ background, hover, color, border }: Look): ReturnType<VariantColorsResolver> {
  return {
    background: background ? `var(--${background})` : 'transparent',
    hover: `var(--${hover})`,
    color: `var(--${color})`,
    border: border ? `1px solid var(--${border})` : '1px solid transparent',
  }
}
