// Printed from the contract by `npm run sdk:print`; do not edit.
import type { EventType } from './events.generated.ts'
import type { Scope } from './lists.generated.ts'

/** The manifest of a plugin, version 1. */
export interface Manifest {
  /** Where editors find this schema. It is not read. */
  $schema?: string | undefined
  manifestVersion: 1
  plugin: {
    /** Names the plugin for ever. */
    slug: string
    /** The name, as the clinic gave it. */
    name: {
      en: string
      ar?: string | undefined
    }
    description: {
      en: string
      ar?: string | undefined
    }
    developerName: string
    /** The home page of the developer. */
    developerUrl?: string | undefined
    supportEmail: string
    /** Shown on the consent screen. */
    privacyPolicyUrl: string
    /** A square picture. */
    iconUrl?: string | undefined
  }
  /** Every one must be granted when the plugin is installed. */
  requestedScopes: readonly Scope[]
  /** The clinic consents to each on its own; none of requestedScopes. */
  optionalScopes?: readonly Scope[] | undefined
  requestedEvents: readonly EventType[]
  settingsSchema?: {
    version: 1
    fields: readonly {
      /** By what its value is known; each once. */
      key: string
      /** What kind of value it takes; a section takes none. */
      type: 'text' | 'secret' | 'number' | 'integer' | 'boolean' | 'select' | 'multiselect' | 'url' | 'email' | 'phone' | 'date' | 'time' | 'branch' | 'practitioner' | 'messageTemplate'
      /** What stands above it. */
      label: {
        /** In English. */
        en: string
        /** In Arabic. */
        ar?: string | undefined
      }
      /** A hint beneath it. */
      help?: {
        /** In English. */
        en: string
        /** In Arabic. */
        ar?: string | undefined
      } | undefined
      /** Whether a value must be given where it is shown. */
      required?: boolean | undefined
      /** A value of the type of the field; not for secrets and records. */
      default?: unknown | undefined
      /** For number and integer. */
      min?: number | undefined
      /** For number and integer. */
      max?: number | undefined
      /** The fewest characters of a text. */
      minLength?: number | undefined
      /** The most characters of a text. */
      maxLength?: number | undefined
      /** RE2 syntax, for text and secret; found anywhere. */
      pattern?: string | undefined
      /** For select and multiselect. */
      options?: readonly {
        /** What is kept of the choice. */
        value: string
        /** What stands beside the choice. */
        label: {
          /** In English. */
          en: string
          /** In Arabic. */
          ar?: string | undefined
        }
      }[] | undefined
      /** Shown, and required if it is, only while an earlier field has this value. */
      visibleWhen?: {
        /** Of an earlier field. */
        key: string
        /** Its value, or one of them. */
        equals: string | number | boolean
      } | undefined
    }[]
  } | undefined
  /** Templates; the clinic gives the URL of each when it installs the plugin. */
  webhooks?: readonly {
    /** The name, as the clinic gave it. */
    name: {
      en: string
      ar?: string | undefined
    }
    description?: {
      en: string
      ar?: string | undefined
    } | undefined
    /** Event types, or families such as appointment.*; covered by requestedEvents. */
    events: readonly string[]
  }[] | undefined
  /** CIDR ranges, IPv4 or IPv6, that pre-fill the allowlist of tokens; empty means any address. */
  allowedIpRanges?: readonly string[] | undefined
}
