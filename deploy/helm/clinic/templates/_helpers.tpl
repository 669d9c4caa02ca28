{{- define "clinic.labels" -}}
app.kubernetes.io/name: clinic
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "clinic.image" -}}
{{ required "image.repository is needed" .Values.image.repository }}:{{ required "image.tag is needed: never latest" .Values.image.tag }}
{{- end -}}

{{/* What every container has: settings, secrets, no rights. */}}
{{- define "clinic.container" -}}
image: {{ include "clinic.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  - secretRef: { name: {{ required "secretName is needed: a Secret with SECRET_KEY" .Values.secretName }} }
volumeMounts:
  - { name: data, mountPath: /var/lib/clinic }
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- define "clinic.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
volumes:
  # Compiled code alone: files are in the bucket.
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
{{- end -}}
