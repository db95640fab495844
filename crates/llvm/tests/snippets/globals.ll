; Initial values that are not what C writes, and numbers from addresses.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@a = global i32 7
@partly = global { i8, i32, [4 x i8] } { i8 1, i32 undef, [4 x i8] c"\01\02\00\00" }
@address = constant ptr getelementptr (i8, ptr @a, i64 2)
@distance = constant i64 sub (i64 ptrtoint (ptr @address to i64), i64 ptrtoint (ptr @a to i64))
@short = constant i32 trunc (i64 sub (i64 ptrtoint (ptr @distance to i64), i64 ptrtoint (ptr @short to i64)) to i32)
@packed = global <4 x i1> <i1 1, i1 0, i1 1, i1 1>
@cast = global i8 bitcast (<8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 undef, i1 undef, i1 0, i1 1> to i8)
@wide = global i128 -2
@half = global half 0xH3C00
@other = alias i32, ptr @a
@weak = extern_weak global i32
@own = thread_local global i32 5
@big = global [1000000000 x i8] zeroinitializer
@behind = global i8 1

define ptr @weak_address() {
  ret ptr @weak
}

define ptr @alias_address() {
  ret ptr @other
}

define i32 @old_style_thread_local() {
  %v = load i32, ptr @own
  ret i32 %v
}

define ptr @inside_thread_local() {
  ret ptr getelementptr (i8, ptr @own, i64 3)
}
