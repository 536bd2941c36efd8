#!/usr/bin/env bash
# What the action does. `plumb` and `gh` are on PATH; PLUMB_STORE or PLUMB_SERVER names what the runners share.
set -euo pipefail
cd "$FOLDER"
stack=(${STACK:+-s "$STACK"})
named="stack ${STACK:-dev} ($FOLDER)"
marker="<!-- plumb: $named -->"
planned_at() { echo "<!-- plumb: planned at commit $1 -->"; }

# Everyone may comment on a pull request, and whoever may write to the repository may edit what others wrote. So it is
# GitHub that says which comments this token's account wrote, and whether they are as that account left them.
# shellcheck disable=SC2016 # the variables are the query's
comments='query($owner: String!, $name: String!, $number: Int!, $endCursor: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { comments(first: 100, after: $endCursor) {
    pageInfo { hasNextPage endCursor }
    nodes { id body viewerDidAuthor author { __typename login } editor { __typename login } } } } } }'
# shellcheck disable=SC2016
write_over='mutation($id: ID!, $body: String!) {
  updateIssueComment(input: {id: $id, body: $body}) { clientMutationId } }'
# shellcheck disable=SC2016
issues='query($words: String!) { search(query: $words, type: ISSUE, first: 100) {
  nodes { ... on Issue { number title viewerDidAuthor } } } }'

# The one comment of this account for this stack and folder on pull request $1: its `id`, its `body`, and whether it is
# `as_written`. The id is empty where there is none.
find_comment() {
  local found each ours unedited text
  id="" as_written="" body=""
  found="$(gh api graphql --paginate -f query="$comments" -f owner="${REPOSITORY%/*}" -f name="${REPOSITORY#*/}" \
    -F number="$1" --jq '.data.repository.pullRequest.comments.nodes[]
      | [.id, .viewerDidAuthor, .editor == null or .editor == .author, (.body | @base64)] | map(tostring) | join(" ")')"
  while read -r each ours unedited text; do
    [ "$ours" = true ] || continue
    text="$(base64 --decode <<< "$text")"
    if [ "${text%%$'\n'*}" = "$marker" ]; then
      id="$each" as_written="$unedited" body="$text"
      return
    fi
  done <<< "$found"
}

# Ends with why nothing is carried out.
refuse() {
  echo "$1; nothing was changed." >&2
  exit 4
}

case "$DO" in
plan)
  code=0
  plumb plan "${stack[@]}" --format markdown > plan.md || code=$?
  printf '%s\n%s\n%s\n' "$marker" "$(planned_at "$HEAD")" "$(cat plan.md)" > comment.md
  find_comment "$PULL_REQUEST"
  if [ -n "$id" ]; then
    gh api graphql -f query="$write_over" -f id="$id" -F body=@comment.md > /dev/null
  else
    gh api --method POST "repos/$REPOSITORY/issues/$PULL_REQUEST/comments" -F body=@comment.md > /dev/null
  fi
  exit "$code"
  ;;
apply)
  pulls="$(gh api "repos/$REPOSITORY/commits/$COMMIT/pulls" \
    --jq '.[] | [.number, .merged_at != null, .head.sha] | map(tostring) | join(" ")')"
  read -r number _ head <<< "$(grep ' true ' <<< "$pulls" || true)"
  if [ -z "$number" ]; then refuse "No pull request brought commit $COMMIT, so there is no reviewed plan"; fi
  find_comment "$number"
  if [ -z "$id" ]; then refuse "Pull request $number has no plan of $named that this account wrote"; fi
  if [ "$as_written" != true ]; then
    refuse "Another account has edited the plan of $named on pull request $number"
  fi
  if [ "$(sed -n 2p <<< "$body")" != "$(planned_at "$head")" ]; then
    refuse "The plan of $named on pull request $number is not of its last commit $head"
  fi
  digest="$(sed -n 's/^`\(sha256:[0-9a-f]\{64\}\)`$/\1/p' <<< "$body" | sed -n 1p)"
  if [ -z "$digest" ]; then refuse "Pull request $number has no plan of $named"; fi
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
    # A search takes no notice of brackets and dots, so it also finds other folders' issues; and others' issues.
    found="$(gh api graphql -f query="$issues" -f words="repo:$REPOSITORY is:issue is:open in:title \"$title\"" \
      --jq '.data.search.nodes[] | [.number, .viewerDidAuthor, .title] | map(tostring) | join(" ")')"
    number=""
    while read -r each ours words; do
      if [ "$ours" = true ] && [ "$words" = "$title" ]; then number="$each"; break; fi
    done <<< "$found"
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
