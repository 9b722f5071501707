import { brand } from '@pier/protocol/brand'
import { type Card, answerWithCard } from '../../../cards/draw-card.server.ts'
import { fullDay } from '../../../text/date-text.ts'
import type { Route } from './+types/certificate-picture'
import { findCertificate } from './read-certificate.server.ts'

/** The preview picture of a link to a certificate. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findCertificate(params.code, request)
  return answerWithCard(found?.signed ? cardOf(found.signed.certificate) : null)
}

type Shown = { domain: string; unicode: string; held_since: string; code: string }

const cardOf = ({ domain, unicode, held_since, code }: Shown): Card => ({
  title: { domain, unicode },
  note: `Custody certificate ${code}. Held by ${brand.name} since ${fullDay(held_since)}.`,
})
