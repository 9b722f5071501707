import { DomainName } from '../../domains/domain-name.tsx'
import { GallerySection, Panel, Sample, SampleGrid } from './gallery-section.tsx'

const sizes = [
  ['passport', 'quietanchorage.com'],
  ['hero', 'lanternfish.com'],
  ['title', 'quietanchorage.com'],
  ['card', 'xn--bcherkai-65a.de'],
  ['row', 'the-orchard-line.net'],
] as const

const longest = `${'abcdefghi1'.repeat(6)}xyz.com`

const hostile = [
  ['15 characters', 'lanternfish.com'],
  ['18 characters', 'quietanchorage.com'],
  ['Hyphens', 'the-quiet-orchard-line-and-its-harbour-master.net'],
  ['63 in a label', longest],
  ['Two dots', 'slipway.co.uk'],
  ['Look-alikes', 'Il1O0rnmvvw.com'],
  ['Ligatures off', 'officefflfirst.fi'],
  ['One letter', 'x.y'],
  ['IDN, own letters', 'bücherhafen.de'],
  ['IDN, Cyrillic', 'xn--e1afmkfd.xn--p1ai'],
  ['IDN, Japanese', '日本語.jp'],
  ['IDN, right to left', 'مثال.com'],
  ['Not punycode', 'xn--99999999.com'],
  ['Reversed text', 'pay\u202Emoc.kab.com'],
  ['Markup', '<b>bold</b>.com'],
] as const

export function NameSection() {
  return (
    <GallerySection title="Name">
      {sizes.map(([size, name]) => (
        <Sample key={size} name={size}>
          <DomainName name={name} size={size} />
        </Sample>
      ))}
      <Sample name="hero, long">
        <DomainName name={longest} size="hero" />
      </Sample>
      <Sample name="title, as a link">
        <DomainName name="saltmarsh.io" size="title" to="/design?name=saltmarsh.io" />
      </Sample>
      <SampleGrid>
        {hostile.map(([what, name]) => (
          <Panel key={what} title={what}>
            <DomainName name={name} size="card" />
          </Panel>
        ))}
      </SampleGrid>
    </GallerySection>
  )
}
