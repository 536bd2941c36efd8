#!/usr/bin/env bash
# What the action does. `plumb` and `gh` are on PATH; PLUMB_STORE or PLUMB_SERVER names what the runners share.
set -euo pipefail
cd "$FOLDER"
stack=(${STACK:+-s "$STACK"})
named="stack ${STACK:-dev} ($FOLDER)"
marker="<!-- plumb: $named -->"

# The one comment of this stack and folder on a pull request: its id, then its body; nothing where there is none.
comment() {
  gh api --paginate "repos/$REPOSITORY/issues/$1/comments" \
    --jq ".[] | select(.body | startswith(\"$marker\")) | \"\\(.id)\\n\\(.body)\""
}

case "$DO" in
plan)
  code=0
  plumb plan "${stack[@]}" --format markdown > plan.md || code=$?
  printf '%s\n%s\n' "$marker" "$(cat plan.md)" > comment.md
  id="$(comment "$PULL_REQUEST" | sed -n 1p)"
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$REPOSITORY/issues/comments/$id" -F body=@comment.md > /dev/null
  else
    gh api --method POST "repos/$REPOSITORY/issues/$PULL_REQUEST/comments" -F body=@comment.md > /dev/null
  fi
  exit "$code"
  ;;
apply)
  number="$(gh api "repos/$REPOSITORY/commits/$COMMIT/pulls" --jq '.[0].number // empty')"
  if [ -z "$number" ]; then
    echo "No pull request brought commit $COMMIT, so there is no reviewed plan; nothing was changed." >&2
    exit 4
  fi
  digest="$(comment "$number" | grep -oE 'sha256:[0-9a-f]{64}' | sed -n 1p || true)"
  if [ -z "$digest" ]; then
    echo "Pull request $number has no plan of $named; nothing was changed." >&2
    exit 4
  fi
  plumb up "${stack[@]}" --yes --wait 10m --plan "$digest"
  # That plan says nothing of what was merged after it was reviewed.
  code=0
  plumb plan "${stack[@]}" --detailed-exitcode > left.txt || code=$?
  if [ "$code" != 0 ]; then cat left.txt; fi
  if [ "$code" = 3 ]; then
    left="$(sed -n 's/^Plan: \(.*\)\.$/\1/p' left.txt)"
    echo "The reviewed plan is carried out, but changes are left: ${left:-see above}." >&2
    echo "What was merged is not what was reviewed, or a platform has moved. Plan it in another pull request." >&2
  fi
  exit "$code"
  ;;
drift)
  code=0
  plumb drift "${stack[@]}" --detailed-exitcode > drift.txt || code=$?
  cat drift.txt
  if [ "$code" = 3 ]; then
    title="Drift in $named"
    { echo "$marker"; echo '```'; cat drift.txt; echo '```'; } > issue.md
    number="$(gh issue list --state open --search "in:title \"$title\"" --json number --jq '.[0].number // empty')"
    if [ -n "$number" ]; then gh issue edit "$number" --body-file issue.md > /dev/null
    else gh issue create --title "$title" --body-file issue.md > /dev/null; fi
  fi
  exit "$code"
  ;;
*)
  echo "\`do\` is plan, apply or drift, not $DO." >&2
  exit 2
  ;;
esac
